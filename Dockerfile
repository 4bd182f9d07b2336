# The image is the npm package, installed: the same npm ci, npm pack and npm install of the tarball
# that .ci/run checks. It is built and tried in the job "image" of .github/workflows/ci.yml.
FROM node:24-bookworm-slim AS pack
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund
RUN mkdir /pack && npm pack --pack-destination /pack

FROM node:24-bookworm-slim AS app
WORKDIR /app
COPY --from=pack /pack /pack
RUN npm install --no-audit --no-fund /pack/planwright-*.tgz

FROM node:24-bookworm-slim
COPY --from=app /app /app
RUN ln -s /app/node_modules/.bin/planwright /usr/local/bin/planwright \
  && mkdir /data && chown node:node /data
USER node
WORKDIR /data
ENV PLANWRIGHT_HOME=/data PLANWRIGHT_HOST=0.0.0.0 PLANWRIGHT_PORT=4600
VOLUME /data
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PLANWRIGHT_PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["planwright"]
CMD ["serve"]
