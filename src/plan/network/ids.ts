// Minds number what they say as people do (2.1, R3); plan.json has ids. One place says how they meet.

export const phaseId = (ref: string): string => `phase_${ref}`;
export const taskId = (ref: string): string => `task_${ref.replace('.', '_')}`;
export const riskId = (ref: string): string => `risk_${ref.slice(1)}`;
export const assumptionId = (ref: string): string => `assumption_${ref.slice(1)}`;

/** The number of a task, as minds know it. */
export const taskRefOf = (id: string): string => id.split('_').slice(1, 3).join('.');

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** As many as a task may have. */
export const lettered = (id: string, index: number): string => `${id}_${letters.charAt(index)}`;
