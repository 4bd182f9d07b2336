// A stdio server of its own process, for a client that starts it: the sample tools, one of them noisy.
import { serveMcpStdio } from '../../src/faces/mcp.ts';
import { echoTool, noisyTool, sampleFace } from './sample-face.ts';

const handle = await serveMcpStdio({
  ...sampleFace,
  tools: [echoTool, noisyTool],
  caller: 'local',
});
await handle.closed;
