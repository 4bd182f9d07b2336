// Which minds and models there are to plan with.
import { modelProfilesInput, modelProfilesOutput } from '../contract/model-profiles.ts';
import { brains } from '../plan/settings.ts';
import { jsonOperation } from './operation.ts';
import { howToGet } from './plan-settings.ts';

export const modelProfiles = jsonOperation({
  name: 'model_profiles',
  title: 'List planners and models',
  description:
    'Lists the available planners, and the model profiles with their models in order of use.',
  input: modelProfilesInput,
  output: modelProfilesOutput,
  scope: 'plan:read',
  rest: 'GET /api/models',
  cli: 'models',
  handler({ server, modelProfiles: found }) {
    return Promise.resolve({
      default_profile: found?.default_profile ?? 'baseline',
      profiles: (found?.profiles ?? []).map((profile) => ({
        ...profile,
        models: profile.models.map((model) => ({ ...model })),
      })),
      brains: brains.map((name) => {
        const usable = server.brains.includes(name);
        return { name, usable, why_not: usable ? null : howToGet[name] };
      }),
    });
  },
});
