// Who can do what asks for a skill.
import type { Role, SkillUse } from './project.ts';

export const isAble = ({ skills, kind }: Role, { skill, notBy }: SkillUse): boolean =>
  kind !== notBy && skills.includes(skill);
