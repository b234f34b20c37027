/** What keeps the pages' scripts small, for vite.config.ts; for builds only. */
import { fileURLToPath } from 'node:url';
import { minify } from 'rolldown/utils';

/**
 * What nearly every page shows lies in one script: cut into the small ones that the bundler would make of it, it comes
 * to 7 KB more, because each is compressed by itself.
 */
export const core = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|@tanstack)/(?!.*(useBlocker|useMutation|mutationObserver))',
    'src/platform/client/(fetcher|page-context|page-head|toasts)',
    'src/ui/(button|lucide-icon)',
    'src/i18n/languages',
    // What the home page has in common with few others: a script of a hundred bytes costs as many again.
    'src/i18n/generated/messages/(app_home_find|resources_list_error|resources_list_retry)[.]',
    'lucide-react/dist/esm/icons/arrow-right[.]',
    // What every page shows where there are ads: in the kit it brought 58 KB of what no visitor without an account asks for.
    'lucide-react/dist/esm/icons/x[.]',
    'src/platform/client/(force-reload|send-form)[.]',
    'src/platform/shared/korean-time[.]',
    'features/resources/client/(download|picture|words|resource-card|resource-grid)[.]',
    'features/services/client/(near-me|words|service-card|location)[.]',
    'features/(resources|services)/words[.]',
  ].join('|'),
);

/** Words of these rooms are in what pages other than home share: with the kit, not in ten scripts beside it that it always brings. */
const wordsOfKit =
  'i18n/generated/messages/(' +
  'platform|app|notifications|services_(location|failed|register)|resources_list|' +
  'quotes|orders|social|verification|admin|people|moderation(?=_dialog)|conversations|accounts|' +
  'resources(?=_(model|form|detail|reader|steps|mine|parts|share|remix|import)))_';

/**
 * Words that several pages share lie in one script for each room: in one each, they would cost the home page their
 * names. Only of rooms, and parts of them, that the home page says nothing of: it would load them all.
 */
export const sharedWords = {
  debugName: 'words',
  name: (id) => `words-${roomWords.exec(id)?.[1]}`,
  test: (id) => roomWords.test(id),
  minShareCount: 2,
};
const roomWords = new RegExp(
  'i18n/generated/messages/(ads|assistant|auctions|calls|catalogue|community|search|settings|sponsorship|tenders|payments|reviews|' +
    'uploads|games|rights|support|moderation(?=_(rule|means|page))|resources(?=_staff_)|services(?=_(staff|around|contact|detail|estimate|field|filter|form|map|mine|place|workshop)))_',
);

/**
 * What pages other than home share, each of a few hundred bytes: icons, the parts of forms and dialogs, common words. In scripts of
 * their own they cost the home page seventy names, and every other page as many requests.
 */
export const kit = {
  name: 'kit',
  test: new RegExp(
    [
      'lucide-react/dist/esm/icons/',
      'src/ui/',
      // What is loaded when somebody follows a topic would bring all of this along.
      'src/platform/(client|shared)/(?!models|realtime)',
      '@tanstack/.*(useBlocker|useMutation|mutationObserver)',
      'src/features/support/client/(api|chips|event-buttons|face|help-link|public|session-row)[.]',
      'src/features/\\w+/client/(login-needed|login-first|go-on|frame|section|form|proof|words|report-button)[.]',
      'src/features/\\w+/words[.]',
      wordsOfKit,
    ].join('|'),
  ),
  minShareCount: 2,
};

/**
 * Every page lists the scripts of all others, so their names count; only what tests and benchmarks ask for has one. Of more than 64
 * scripts the bundler takes none that is shorter.
 */
export function scriptName({ name }) {
  return name === 'after-load' ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js';
}

const locales = ['ko', 'en', 'ja'];
const staticLocale = '__STATIC_LOCALE__';

/**
 * Everybody reads one language at a time: each script is written once for each language, into a folder of its name,
 * with the words of that language alone. The pages' bundle links the folder of its own language (page-server.ts).
 * Switching the language loads a new document, so that no page ever needs two.
 */
export function oneLanguageEach() {
  return {
    name: 'one-language-each',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!id.includes('/src/i18n/generated/messages/') || id.endsWith('/_index.js')) return null;
      // Paraglide writes a function for each language and one that chooses; here the choice is made at once.
      const name = /^export \{ (\w+) as /m.exec(code)?.[1] ?? /^export const (\w+) =/m.exec(code)?.[1];
      const begins = code.indexOf('/**\n* | output |');
      const ends = code.lastIndexOf('\nexport {');
      if (!name || begins < 0 || ends < begins) this.error(`${id}: not written as expected`);
      const chosen = `const ${name} = ${staticLocale} === "en" ? en_${name} : ${staticLocale} === "ja" ? ja_${name} : ko_${name};`;
      const plain = code.slice(0, begins) + chosen + code.slice(ends);
      return { code: plain, map: null };
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
        const names = new Set(chunks.map(({ fileName }) => fileName.slice(fileName.lastIndexOf('/') + 1)));
        await Promise.all(
          chunks.flatMap((chunk) =>
            locales.map(async (locale) => {
              const { code } = await minify(
                chunk.fileName,
                chunk.code.replaceAll(staticLocale, JSON.stringify(locale)),
                {
                  module: true,
                  compress: { target: 'es2022', treeshake: { propertyReadSideEffects: false } },
                },
              );
              // Scripts import each other from beside; only lists of what to load beforehand name the folder.
              // The minifier writes a long list as one text that is split at its commas.
              const own = code
                .replaceAll(/\bassets\/([\w.~-]+\.js)/g, (all, name) =>
                  names.has(name) ? `assets/${locale}/${name}` : all,
                )
                .replaceAll(/`((?:assets\/[\w.~/-]+,)+[^`]+)`\.split\(`,`\)/g, (_, list) =>
                  shortList(list, `assets/${locale}/`),
                );
              this.emitFile({
                type: 'asset',
                fileName: chunk.fileName.replace('assets/', `assets/${locale}/`),
                source: own,
              });
            }),
          ),
        );
      },
    },
  };
}

/**
 * A list of hundreds of scripts says only once where they lie, two bytes each after compression; and as nearly all names have seven letters,
 * only the others are set off by signs: half a byte each.
 */
function shortList(list, folder) {
  const names = list
    .split(',')
    .map((file) =>
      file.startsWith(folder) && file.endsWith('.js') ? file.slice(folder.length, -'.js'.length) : file,
    );
  const whole = '(n)=>n.includes(`/`)?n:`' + folder + '${n}.js`';
  if (names.length < 100) return `\`${names}\`.split(\`,\`).map(${whole})`;
  const joined = names.map((name) => (name.length === 7 ? name : `,${name};`)).join('');
  return `\`${joined}\`.match(/(?<=,)[^,;]+(?=;)|[^,;]{7}/g).map(${whole})`;
}

/** lucide's own frame for an icon reads contexts and merges classes; ours is a few lines. */
export function smallIcons() {
  const icon = fileURLToPath(new URL('../src/ui/lucide-icon.ts', import.meta.url));
  const frame = '\0small-icon-frame';
  return {
    name: 'small-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return importer?.includes('/lucide-react/') && source.endsWith('/createLucideIcon.mjs') ? frame : null;
    },
    load: (id) =>
      id === frame ? `export { createLucideIcon as default } from ${JSON.stringify(icon)};` : null,
  };
}

/**
 * Start brings what its server functions would send and receive with. There are none: pages call our own API.
 * Whoever adds one meets the error.
 */
export function noServerFunctions() {
  const stub = '\0no-server-functions';
  return {
    name: 'no-server-functions',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source) {
      const unused = /^seroval(-plugins)?(\/|$)|\/serverFnFetcher\.js$|\/seroval-plugins\.js$/;
      return unused.test(source) ? stub : null;
    },
    load(id) {
      if (id !== stub) return null;
      const missing = [
        'createStream',
        'crossSerializeStream',
        'fromCrossJSON',
        'fromJSON',
        'getCrossReferenceHeader',
        'serialize',
        'serverFnFetcher',
        'trackPostProcessPromise',
        'toCrossJSONAsync',
        'toCrossJSONStream',
        'toJSONAsync',
      ];
      return [
        `const none = () => { throw new Error('server functions are not part of the pages') };`,
        `export const createPlugin = (plugin) => plugin;`,
        `export const ReadableStreamPlugin = {};`,
        `export const defaultSerovalPlugins = [];`,
        `export const defaultSerovalDeserializerPlugins = [];`,
        `export const createDefaultSerovalPlugins = () => [];`,
        ...missing.map((name) => `export const ${name} = none;`),
      ].join('\n');
    },
  };
}

/**
 * What libraries bring along and pages never use: lists without an end (a page that wants one takes this line out), and
 * the stand-in for a hook that React has had since its version 18.
 */
export function noSpareParts() {
  const parts = [
    {
      wanted: (source, importer) =>
        importer.includes('/query-core/') && source.endsWith('/infiniteQueryBehavior.js'),
      id: '\0no-infinite-queries',
      code: `const none = () => { throw new Error('endless lists are not part of the pages') };
        export { none as infiniteQueryBehavior, none as hasNextPage, none as hasPreviousPage };`,
    },
    {
      wanted: (source) => source === 'use-sync-external-store/shim',
      id: '\0react-has-it',
      code: `export { useSyncExternalStore } from 'react';`,
    },
  ];
  return {
    name: 'no-spare-parts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (source, importer = '') => parts.find(({ wanted }) => wanted(source, importer))?.id ?? null,
    load: (id) => parts.find((part) => part.id === id)?.code ?? null,
  };
}
