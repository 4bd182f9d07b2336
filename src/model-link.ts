// The models of this process: from the configuration, with keys from the environment.
import type { Config } from './base/config.ts';
import { profileViews } from './models/profile-views.ts';
import { loadModelsConfig, type ModelsConfig } from './models/profiles.ts';
import { envSecrets, type Secrets } from './models/secrets.ts';
import type { ModelProfiles } from './operations/context.ts';
import type { CostOf } from './plan/generation.ts';

export interface ModelLink {
  readonly config: ModelsConfig;
  readonly secrets: Secrets;
  readonly profiles: ModelProfiles;
  /** What calls of a profile's models may cost. */
  costs(profile: string): Promise<CostOf>;
}

/** Prices are looked up with the first plan that a model thinks about. */
async function readCosts(config: ModelsConfig, profile: string, secrets: Secrets): Promise<CostOf> {
  const [{ modelsOf }, { costOfModels }] = await Promise.all([
    import('./models/open-models.ts'),
    import('./plan/call-costs.ts'),
  ]);
  return costOfModels(await modelsOf(config, profile, { secrets }));
}

export function linkModels(
  place: Pick<Config, 'dataDir' | 'models'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): ModelLink {
  const secrets = envSecrets(env);
  const config = loadModelsConfig(place, secrets);
  return {
    config,
    secrets,
    profiles: { default_profile: config.defaultProfile, profiles: profileViews(config) },
    costs: (profile) => readCosts(config, profile, secrets),
  };
}
