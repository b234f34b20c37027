import { findLots, findNewLots } from '#features/auctions/server/public.ts';
import { areUnblocked, findNewQuestions, findQuestions } from '#features/community/server/public.ts';
import type { Finders } from '#features/finding/server/public.ts';
import { findPeople, isShown } from '#features/people/server/public.ts';
import { findNewResources, findResources } from '#features/resources/server/public.ts';
import { findNewServices, findServices } from '#features/services/server/public.ts';

/** Connects the one search with the rooms it searches, whose lists show it in turn. */
export const finders: Finders = {
  find: {
    resources: (db, _viewer, request) => findResources(db, request),
    services: (db, _viewer, request) => findServices(db, request),
    people: findPeople,
    questions: findQuestions,
    lots: (db, _viewer, request) => findLots(db, request),
  },
  findNew: {
    resources: (db, _person, request) => findNewResources(db, request),
    services: (db, _person, request) => findNewServices(db, request),
    questions: findNewQuestions,
    lots: (db, _person, request) => findNewLots(db, request),
  },
  isShown,
  areUnblocked,
};
