import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bakery, openBakery } from '../../test/support/execution.ts';
import { unzipped } from '../../test/support/unzip.ts';
import { sha256Hex } from '../base/hash.ts';
import { exportFormats } from '../contract/plan-export.ts';
import { pageChars } from '../contract/plan-read.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
});
afterAll(() => bakery.close());

const fetched = (format: string, headers: Record<string, string> = {}, id = bakery.planId) =>
  bakery.app.call(`/api/plans/${id}/export?format=${format}`, { key: bakery.key, headers });

const told = (format: string, more: object = {}) =>
  bakery.call('plan_export', { plan_id: bakery.planId, format, ...more });

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  msproject: 'application/xml; charset=utf-8',
  ical: 'text/calendar; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  zip: 'application/zip',
  mermaid: 'text/vnd.mermaid; charset=utf-8',
  flowchart: 'text/vnd.mermaid; charset=utf-8',
  checklist: 'text/markdown; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json',
  html: 'text/html; charset=utf-8',
};

describe('plan_export', () => {
  it.each(exportFormats)('[EX8] %s comes with its type, a name and a tag', async (format) => {
    const answer = await fetched(format);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(types[format]);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[a-z0-9_-]+\.(csv|mmd|xml|ics|docx|md|json|html|zip)"$/,
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toBe(`"${sha256Hex(bytes)}"`);
    const again = await fetched(format, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('[EX8] a format that there is not is refused, and those that there are are named', async () => {
    const answer = await fetched('odt');
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/csv.*docx/);
  });

  it('[EX9] tells of a text what it is and the text itself, page by page', async () => {
    const whole = await (await fetched('md')).text();
    let text = '';
    for (let cursor: unknown; cursor !== null; ) {
      const page = await told('md', cursor === undefined ? {} : { cursor });
      expect(JSON.stringify(page).length).toBeLessThan(pageChars + 2_000);
      text += String(page.text);
      cursor = page.next_cursor;
    }
    expect(text).toBe(whole);
    const about = await told('csv');
    expect(about).toMatchObject({ format: 'csv', content_type: types.csv });
    expect(about.file_name).toMatch(/\.csv$/);
    expect(about.sha256).toBe(sha256Hex(String(about.text)));
  });

  it.each(['docx', 'zip'])('[EX9] tells of %s where to download it', async (format) => {
    const about = await told(format);
    expect(about).not.toHaveProperty('text');
    expect(about.next_action).toContain('download_url');
    const answer = await bakery.app.call(String(about.download_url), { key: bakery.key });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(bytes.byteLength).toBe(about.download_size);
    expect(sha256Hex(bytes)).toBe(about.sha256);
  });

  it('[EX7] the zip has every file of the plan, the four promised ones at their paths', async () => {
    const bytes = new Uint8Array(await (await fetched('zip')).arrayBuffer());
    const names = unzipped(bytes).map(({ name }) => name.replace(`${bakery.planId}/`, ''));
    const { files } = (await bakery.call('plan_files', { plan_id: bakery.planId })) as {
      files: { path: string }[];
    };
    expect(names).toEqual(expect.arrayContaining(files.map(({ path }) => path)));
    for (const path of [
      'assumptions/distilled_assumptions.json',
      'pre_project_assessment/pre_project_assessment.json',
      'negative_feedback/negative_feedback.json',
      'wbs/wbs_level2.json',
    ]) {
      expect(names).toContain(path);
    }
    expect(new Uint8Array(await (await fetched('zip')).arrayBuffer())).toEqual(bytes);
  });

  it('[EX7] of a plan that is not finished only the zip is given', async () => {
    const { plan_id } = await bakery.call('plan_create', {
      prompt: 'Hold a chess tournament for 64 players in Olomouc',
      brain: 'caller',
    });
    const id = String(plan_id);
    expect((await fetched('zip', {}, id)).status).toBe(200);
    for (const format of exportFormats.filter((one) => one !== 'zip')) {
      const answer = await fetched(format, {}, id);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ code: 'plan_not_ready' });
    }
  });
});
