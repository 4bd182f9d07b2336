// When a placed project ends.
import type { Minute, Placed, Project } from './project.ts';

export const finishOf = ({ start }: Pick<Project, 'start'>, placed: readonly Placed[]): Minute =>
  placed.reduce((latest, { finish }) => Math.max(latest, finish), start);
