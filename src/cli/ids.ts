// What an id is of.

export const isExecution = (id: string): boolean => id.startsWith('exec_');
