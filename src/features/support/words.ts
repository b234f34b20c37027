import { m } from '#i18n/generated/messages.js';
import type { Words } from '#platform/shared/words.ts';
import type { Skill } from './rules.ts';

export const skillNames: Record<Skill, Words> = {
  printing: m['support.skill.printing'],
  assembly: m['support.skill.assembly'],
  electronics: m['support.skill.electronics'],
  firmware: m['support.skill.firmware'],
  modelling: m['support.skill.modelling'],
  cnc: m['support.skill.cnc'],
  woodworking: m['support.skill.woodworking'],
  metalworking: m['support.skill.metalworking'],
  software: m['support.skill.software'],
  ai: m['support.skill.ai'],
};
