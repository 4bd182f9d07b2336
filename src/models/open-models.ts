// The models of a profile, ready to be asked. Apart from profiles.ts, which every start reads: what is
// needed for calls is loaded with the first of them.
import { PlanwrightError } from '../base/errors.ts';
import { createModel, type ModelWorld } from './create-model.ts';
import type { Model } from './model.ts';
import { profileNames } from './model-spec.ts';
import { type ModelsConfig, specOf } from './profiles.ts';

/** The models of a profile, ready to be asked; an empty name means the usual profile. */
export async function modelsOf(
  config: ModelsConfig,
  profile: string,
  world: ModelWorld,
): Promise<Model[]> {
  const name = profile === '' ? config.defaultProfile : profileNames.find((n) => n === profile);
  if (name === undefined) {
    throw new PlanwrightError('INVALID_ARGUMENTS', `Profiles are ${profileNames.join(', ')}.`);
  }
  const keys = config.profiles[name];
  if (keys.length === 0) {
    throw new PlanwrightError(
      'config_invalid',
      `Profile ${name} has no models: set a provider's key or name models in models.json. See planwright doctor.`,
    );
  }
  return Promise.all(keys.map((key) => createModel(key, specOf(config, key), world)));
}
