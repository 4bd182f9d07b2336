/**
 * Ends a wait that hangs. No expectation of speed: a loaded machine takes many times as long as a quiet
 * one. Below the limit of a test (`test/projects.ts`), whose message would not name the wait.
 */
export const watchdogMs = 120_000;
