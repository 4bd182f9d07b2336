import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIds, seededRandomness } from '../base/ids.ts';
import type { ContentRef, EventDraft, GraphStep } from './event-types.ts';
import { decodeEvent, emptyHead, encodeEvent, parseHeader } from './log-header.ts';
import { newStepWrites } from './new-steps.ts';
import { packRefs, partRef, stretchOf, unpackRefs, wholeRef } from './packed-refs.ts';
import { checkNext, startChain } from './verify-chain.ts';

const digest = 'ab'.repeat(32);
const whole = (id: string): ContentRef => ({ digest, id: `exec_a.${id}`, size: 500 });

const names = fc.stringMatching(/^task_[a-z0-9]{1,6}$/);
const someRef = fc.oneof(
  names.map(whole),
  fc
    .tuple(fc.constantFrom('p', 'q'), fc.nat(400), fc.integer({ min: 1, max: 100 }))
    .map(([id, start, size]) => partRef(whole(id), start, size)),
);

const patch = (refs: Readonly<Record<string, ContentRef>>): EventDraft => ({
  type: 'graph.patched',
  data: { base_rev: 0, rev: 1, by: 'person_a', cause: 'created', added: [], ready: [] },
  refs,
});

const encode = (draft: EventDraft): string => encodeEvent('exec_a', emptyHead, 5, draft).header;

const leaf = (id: string): GraphStep => ({
  ...{ id, needs: [], performer: 'tool', purpose: 'work', action: 'act', tier: 1 },
  ...{ attempts_max: 1, timeout_ms: 1_000 },
});

const ids = createIds({ now: () => 1 }, seededRandomness(7));
const written = (specs: readonly unknown[]) =>
  newStepWrites(
    ids,
    'tenant_a',
    'exec_a',
    specs.map((spec, index) => ({ def: leaf(`task_${index}`), spec })),
  );

describe('references to parts of a content', () => {
  it('[LG6] come back from a header as they were, whatever their order', () => {
    const entries = fc.uniqueArray(fc.tuple(names, someRef), { selector: ([name]) => name });
    fc.assert(
      fc.property(entries, (list) => {
        const refs = Object.fromEntries(list);
        expect(unpackRefs(packRefs(refs))).toEqual(refs);
        const header = encode(patch(refs));
        expect(decodeEvent(header)).toMatchObject({ refs });
        expect(encode(patch(Object.fromEntries(list.toReversed())))).toBe(header);
      }),
    );
  });

  it('[LG6] are a second version; without them the first is written', () => {
    expect(parseHeader(encode(patch({ task_a: whole('x') }))).v).toBe(1);
    expect(parseHeader(encode(patch({ task_a: partRef(whole('x'), 0, 9) }))).v).toBe(2);
  });

  it('[LG6] name the content that they lie in', () => {
    const part = partRef(whole('x'), 12, 30);
    expect(stretchOf(part.id)).toEqual({ whole: 'exec_a.x', start: 12, size: 30 });
    expect(wholeRef(part)).toEqual(whole('x'));
    expect(wholeRef(whole('x'))).toEqual(whole('x'));
    expect(stretchOf('exec_a.x')).toBeNull();
  });
});

describe('a chain with stretches', () => {
  const problemWith = (refs: Readonly<Record<string, ContentRef>>): string | undefined => {
    const check = startChain('exec_a');
    const by = 'person_a';
    const created = {
      kind: 'execution',
      plan: 'plan_a',
      tenant: 'tenant_a',
      by,
      machine: 1,
    } as const;
    const first = encodeEvent('exec_a', emptyHead, 5, { type: 'run.created', data: created });
    expect(checkNext(check, first)).toBeNull();
    return checkNext(check, encodeEvent('exec_a', first, 5, patch(refs)))?.what;
  };

  it('[LG6] is refused where one lies outside its content', () => {
    const good = partRef(whole('x'), 400, 100);
    expect(problemWith({ task_a: good })).toBeUndefined();
    expect(problemWith({ task_a: partRef(whole('x'), 401, 100) })).toMatch(/outside its content/);
    expect(problemWith({ task_a: partRef(whole('x'), -1, 100) })).toMatch(/outside its content/);
  });

  it('[LG6] is refused where the list of parts is cut', () => {
    const header = encode(patch({ task_a: partRef(whole('x'), 0, 9) }));
    expect(() => decodeEvent(header.replace('"task_a",0,9', '"task_a",0'))).toThrow(/do not fit/);
  });
});

describe('contracts of steps that come together', () => {
  it('[LG6] lie in one content, each to the byte', () => {
    const specs = [{ title: 'Käse' }, { title: 'b' }, 'plain'];
    const { content, refs } = written(specs);
    expect(content).toHaveLength(1);
    for (const [index, spec] of specs.entries()) {
      const stretch = stretchOf(refs[`task_${index}`]?.id ?? '');
      const { start = 0, size = 0 } = stretch ?? {};
      const bytes = content[0]?.bytes.subarray(start, start + size) ?? new Uint8Array();
      expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(spec);
    }
  });

  it('[LG6] one alone, and a long one, has a content of its own', () => {
    expect(written(['alone']).refs.task_0).not.toHaveProperty('part');
    const long = 'x'.repeat(5_000);
    const { content, refs } = written(['a', long, 'b']);
    expect(content).toHaveLength(2);
    expect(refs.task_1).not.toHaveProperty('part');
    expect(refs.task_1?.size).toBe(long.length + 2);
    expect(refs.task_2).toHaveProperty('part');
  });

  it('[LG6] fill several contents where there are many', () => {
    const { content, refs } = written(Array.from({ length: 100 }, () => 'y'.repeat(1_000)));
    expect(content.map(({ bytes }) => bytes.byteLength <= 64 * 1024)).toEqual([true, true]);
    expect(new Set(Object.values(refs).map((ref) => wholeRef(ref).id)).size).toBe(2);
  });
});
