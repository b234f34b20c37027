import type { ApiDescription } from '#platform/server/openapi.ts';
import { contracts } from './contracts.ts';
import { examples } from './examples.ts';
import { operationIdOf } from './operation-ids.ts';

const tags = {
  accounts: 'Signing up, in and out',
  verification: 'Proof of a phone and a bank account',
  people: 'Profiles, avatars, what is one’s own',
  support: 'Help from volunteers and engineers',
  rights: 'A copy of one’s data, leaving',
  notifications: 'What people are told',
  resources: 'What makers publish and download',
  uploads: 'Files, sent in pieces with tus 1.0',
  games: 'Played in the browser',
  social: 'Likes, collections, comments, makes, following',
  services: 'What people make for each other',
  builds: 'How often things that were made have worked',
  licensing: 'The right to make a thing after somebody’s design, and the share of its author',
  passports: 'What a made thing is, by its label, and who is warned about it',
  quotes: 'What a print would cost, and who prints it',
  conversations: 'Messages between two people',
  tenders: 'Jobs that providers bid on under seal',
  wanted: 'Things that people look for, with bounties',
  orders: 'From a request to what is received, with escrow in between',
  baskets: 'Orders from several makers, placed together and paid once',
  payments: 'Money in, out and in the books',
  reviews: 'What people say of what was made for them',
  search: 'One search over everything, saved searches, and what was searched for',
  auctions: 'Lots, bids, what they come to, and the log that anybody can check',
  community: 'Channels, messages, threads, questions',
  calls: 'Voice, video and shared screens in channels',
  assistant: 'Help with putting something together, from its guide',
  sponsorship: 'Money for the place, its projects and people',
  ads: 'Banners, and where they stand',
  realtime: 'What happens while somebody looks',
  moderation: 'Reports, and what staff do about them',
  admin: 'For staff',
  catalogue: 'All that is shown, out of here and into another place',
  site: 'The marketplace itself',
  operation: 'For those who run the server',
};

/** Facts of the API document that routes do not declare. */
export const about: ApiDescription = {
  operationIdOf,
  contracts,
  examples,
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
};
