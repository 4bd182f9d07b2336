// What a call costs, from a maintained table that ships with the package and needs no network. A
// model that is not in it has no price: null, which nobody can mistake for free.
import type { TokenCounts } from './model.ts';
import type { ModelSpec } from './model-spec.ts';
import { providerRow } from './provider-table.ts';

const microsPerDollar = 1_000_000;
const perMillion = 1_000_000;

export interface ModelFacts {
  readonly contextTokens: number | null;
  costMicros(tokens: TokenCounts): number | null;
}

/** What the configuration says wins; then the table; a model of the operator's own costs 0. */
export async function factsOf(spec: ModelSpec): Promise<ModelFacts> {
  const { priceName, local } = providerRow(spec.provider);
  const table = priceName === null ? null : await tableFacts(priceName, spec.model);
  return {
    contextTokens: spec.contextTokens ?? table?.contextTokens ?? null,
    costMicros: statedCost(spec) ?? table?.costMicros ?? (() => (local ? 0 : null)),
  };
}

function statedCost({ price }: ModelSpec): ModelFacts['costMicros'] | undefined {
  if (price === undefined) return undefined;
  return ({ input, output, cached }) => {
    if (input === null || output === null) return null;
    const kept = Math.min(cached ?? 0, input);
    const dollars =
      (input - kept) * price.input + kept * (price.cached ?? price.input) + output * price.output;
    return Math.ceil((dollars * microsPerDollar) / perMillion);
  };
}

/** Loaded when first needed: the table costs some 30 ms. */
async function tableFacts(providerId: string, model: string): Promise<ModelFacts | null> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  const found = calcPrice({ input_tokens: 1, output_tokens: 1 }, model, { providerId });
  if (found === null) return null;
  return {
    contextTokens: found.model.context_window ?? null,
    costMicros: (tokens) => {
      const usage = usageOf(tokens);
      const price = usage === null ? null : calcPrice(usage, model, { providerId });
      return price === null ? null : Math.ceil(price.total_price * microsPerDollar);
    },
  };
}

function usageOf({
  input,
  output,
  cached,
  cacheWritten,
}: TokenCounts): Record<string, number> | null {
  if (input === null || output === null) return null;
  const read = Math.min(cached ?? 0, input);
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_tokens: read,
    cache_write_tokens: Math.min(cacheWritten ?? 0, input - read),
  };
}
