// THE table of providers: where they are, what their key is called, how they are spoken to.

/** How a provider is spoken to: a package of the AI SDK each, or our own for Ollama. */
export const dialects = ['openai', 'anthropic', 'google', 'openai-compatible', 'ollama'] as const;
export type Dialect = (typeof dialects)[number];

interface ProviderRow {
  readonly title: string;
  readonly dialect: Dialect;
  /** Null: the package knows it, or the configuration must say it. */
  readonly baseUrl: string | null;
  /** Names of the key; the first that is set counts. Empty: no key is needed. */
  readonly keyNames: readonly string[];
  /** On the operator's own machines: a call costs 0 unless the configuration says otherwise. */
  readonly local: boolean;
  /** Its name in the price table; null if it is not there. */
  readonly priceName: string | null;
}

const hosted = (
  title: string,
  dialect: Dialect,
  priceName: string,
  keyNames: readonly string[],
  baseUrl: string | null = null,
): ProviderRow => ({ title, dialect, baseUrl, keyNames, local: false, priceName });

const local = (title: string, dialect: Dialect, baseUrl: string): ProviderRow => ({
  title,
  dialect,
  baseUrl,
  keyNames: [],
  local: true,
  priceName: null,
});

export const providerTable = {
  openai: hosted('OpenAI', 'openai', 'openai', ['OPENAI_API_KEY']),
  anthropic: hosted('Anthropic', 'anthropic', 'anthropic', ['ANTHROPIC_API_KEY']),
  google: hosted('Google', 'google', 'google', ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY']),
  openrouter: hosted(
    'OpenRouter',
    'openai-compatible',
    'openrouter',
    ['OPENROUTER_API_KEY'],
    'https://openrouter.ai/api/v1',
  ),
  ollama: local('Ollama', 'ollama', 'http://127.0.0.1:11434'),
  lmstudio: local('LM Studio', 'openai-compatible', 'http://127.0.0.1:1234/v1'),
  llamacpp: local('llama.cpp', 'openai-compatible', 'http://127.0.0.1:8080/v1'),
  vllm: local('vLLM', 'openai-compatible', 'http://127.0.0.1:8000/v1'),
  /** Anything else that speaks as OpenAI does; nothing is known about its price. */
  'openai-compatible': {
    title: 'OpenAI-compatible',
    dialect: 'openai-compatible',
    baseUrl: null,
    keyNames: [],
    local: false,
    priceName: null,
  },
} as const satisfies Record<string, ProviderRow>;

export type ProviderName = keyof typeof providerTable;
export const providerNames = Object.keys(providerTable) as readonly ProviderName[];
export const providerRow = (name: ProviderName): ProviderRow => providerTable[name];
