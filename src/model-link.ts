// The models of this process: from the configuration, with keys from the environment.
import type { Config } from './base/config.ts';
import { liveModelsConfig } from './models/live-config.ts';
import { type ProfileView, profileViews } from './models/profile-views.ts';
import type { ModelsConfig } from './models/profiles.ts';
import { envSecrets, type Secrets } from './models/secrets.ts';
import type { ModelProfiles } from './operations/context.ts';
import type { CostOf } from './plan/generation.ts';

export interface ModelLink {
  /** As it was at the start. */
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
  onError: (error: unknown) => void = () => undefined,
): ModelLink {
  const secrets = envSecrets(env);
  const current = liveModelsConfig(place, secrets, onError);
  const config = current();
  let shown: { readonly of: ModelsConfig; readonly views: readonly ProfileView[] } | null = null;
  return {
    config,
    secrets,
    profiles: {
      get default_profile() {
        return current().defaultProfile;
      },
      get profiles() {
        const of = current();
        if (shown?.of !== of) shown = { of, views: profileViews(of) };
        return shown.views;
      },
    },
    costs: (profile) => readCosts(current(), profile, secrets),
  };
}
