import { CircleHelp, Gavel, Package, UserRound, Wrench } from 'lucide-react';
import type { SearchKind } from '../rules.ts';

export const kindIcons: Record<SearchKind, typeof Package> = {
  resources: Package,
  services: Wrench,
  people: UserRound,
  questions: CircleHelp,
  lots: Gavel,
};
