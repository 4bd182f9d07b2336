// Which minds and models a server has.
import { z } from 'zod';

export const modelProfilesInput = z.strictObject({});

export const modelProfilesOutput = z.object({
  default_profile: z.string(),
  profiles: z.array(
    z.object({
      profile: z.string(),
      title: z.string(),
      summary: z.string(),
      model_count: z.int().min(0),
      models: z.array(
        z.object({
          key: z.string(),
          provider_class: z.string(),
          model: z.string(),
          priority: z.int().min(0).describe('0 is asked first.'),
        }),
      ),
    }),
  ),
  brains: z.array(
    z.object({
      name: z.string(),
      usable: z.boolean(),
      why_not: z.string().nullable(),
    }),
  ),
});
