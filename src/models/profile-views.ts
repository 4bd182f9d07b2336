// What callers see of profiles: names and order. No address and no name of a key's variable.

import type { ProfileName } from './model-spec.ts';
import { profileNames } from './model-spec.ts';
import type { ModelsConfig } from './profiles.ts';
import { specOf } from './profiles.ts';
import { providerRow } from './provider-table.ts';

export interface ProfileView {
  readonly profile: ProfileName;
  readonly title: string;
  readonly summary: string;
  readonly model_count: number;
  readonly models: readonly {
    readonly key: string;
    readonly provider_class: string;
    readonly model: string;
    readonly priority: number;
  }[];
}

const texts: Readonly<Record<ProfileName, readonly [title: string, summary: string]>> = {
  baseline: ['Baseline', 'Quick and cheap models; the usual choice.'],
  premium: ['Premium', 'Stronger models that cost more.'],
  frontier: ['Frontier', 'The strongest models, for plans where money matters least.'],
  custom: ['Custom', "The operator's own list."],
};

export const profileViews = (config: ModelsConfig): ProfileView[] =>
  profileNames.map((profile) => {
    const [title, summary] = texts[profile];
    const models = config.profiles[profile].map((key, at) => {
      const { provider, model } = specOf(config, key);
      return { key, provider_class: providerRow(provider).title, model, priority: at };
    });
    return { profile, title, summary, model_count: models.length, models };
  });
