import type { Locale } from '#i18n/languages.ts';
import type { Profile } from '#features/people/contract.ts';
import type { AiModel, PrintProfile } from '#features/resources/contract.ts';

export type Words = Partial<Record<Locale, string>> & { ko: string };

export type DemoUser = {
  username: string;
  fullName: string;
  email: string;
  locale: Locale;
  bio: string;
  languages: Profile['languages'];
  region: Profile['region'];
  isAdmin?: boolean;
};

export type DemoFile = {
  name: string;
  mediaType: string;
  make: () => Promise<Uint8Array>;
};

export type DemoPicture = { alt: Words; make: () => Promise<Uint8Array> };

export type DemoStep = {
  title: string;
  text: string;
  minutes?: number;
  tools?: string[];
  warning?: string;
  picture?: () => Promise<Uint8Array>;
};

export type DemoPart = {
  name: string;
  quantity: number;
  partNumber?: string;
  url?: string;
  substitute?: string;
  priceWon?: number;
};

export type DemoCategory =
  | 'hardware_design'
  | 'software'
  | 'ai_model'
  | '3d_model'
  | 'free_content'
  | 'flash_game';

export type DemoResource = {
  slug: string;
  owner: string;
  category: DemoCategory;
  subcategory: string;
  language: Locale;
  title: Words;
  description: Words;
  tags: string[];
  license: string;
  files: DemoFile[];
  pictures: DemoPicture[];
  daysAgo: number;
  likesHint?: never;
  downloadUrl?: string;
  sourceSite?: string;
  modelType?: string;
  usageInstructions?: string;
  gameControls?: string;
  gameCode?: string;
  billOfMaterials?: DemoPart[];
  assemblyInstructions?: DemoStep[];
  printSettings?: PrintProfile | PrintProfile[];
  /** How many of each printable file one thing needs, by the file's name. */
  needed?: Record<string, number>;
  aiModel?: AiModel;
  software?: { platforms: string[]; repository?: string };
  /** Later version with its files. */
  update?: { changelog: string; files: DemoFile[]; daysAgo: number };
};

export type DemoServiceType =
  | '3d_printing'
  | 'electronics'
  | 'woodworking'
  | 'metalworking'
  | 'manufacturing'
  | 'engineer';

export type DemoService = {
  slug: string;
  owner: string;
  title: Words;
  description: Words;
  serviceType: DemoServiceType;
  isIndividual: boolean;
  isFreeService: boolean;
  pricing: string;
  price?: number;
  hourlyRate?: number;
  pricePerUnit?: number;
  availableHours: string;
  tags: string[];
  contactPhone: string;
  contactEmail: string;
  locations: { address: string; lat: number; long: number }[];
  printerModel?: string;
  fileFormats?: string[];
  materials?: string[];
  specializations?: string[];
  productionItems?: string[];
  picture: DemoPicture;
};
