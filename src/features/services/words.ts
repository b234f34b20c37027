import { m } from '#i18n/generated/messages.js';
import type { Told, Words } from '#platform/shared/words.ts';
import { asServiceType, type ServiceType } from './rules.ts';

const typeNames: Record<ServiceType, Words> = {
  '3d_printing': m['services.type.3d_printing'],
  electronics: m['services.type.electronics'],
  woodworking: m['services.type.woodworking'],
  metalworking: m['services.type.metalworking'],
  manufacturing: m['services.type.manufacturing'],
  engineer: m['services.type.engineer'],
};

export function typeName(type: string, told: Told = {}): string {
  const known = asServiceType(type);
  return known === null ? type : typeNames[known]({}, told);
}
