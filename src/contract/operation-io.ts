// What a caller sends to an operation and gets back, as types.
import type { z } from 'zod';

/** What is left out, the server fills in. A value that it converts is sent as what it becomes. */
type Sent<Input, Parsed> = {
  [Field in keyof Input]: unknown extends Input[Field]
    ? Field extends keyof Parsed
      ? Parsed[Field]
      : never
    : Input[Field];
};

export interface Io<Input extends z.ZodType, Output extends z.ZodType = z.ZodUnknown> {
  readonly input: Sent<z.input<Input>, z.output<Input>>;
  readonly output: z.output<Output>;
}
