/** What keeps the pages' scripts small, for vite.config.ts; for builds only. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minify, parseSync } from 'rolldown/utils';

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
    'lucide-react/dist/esm/icons/x[.]',
    'src/platform/client/(force-reload|send-form)[.]',
    'src/platform/shared/korean-time[.]',
    'features/resources/client/(download|picture|words|resource-card|resource-grid)[.]',
    'features/services/client/(near-me|words|service-card|location)[.]',
    'features/(resources|services)/words[.]',
  ].join('|'),
);

/** What scripts share and is shorter than this many bytes of source is copied into each of them: a script of its own costs a request. */
export const mostCopied = 4000;

/**
 * Whether a module may be in several scripts at once: a copy of functions and plain values cannot be told from its original, but a copy of
 * something with a state (a context of React, a Map, a class that is asked for by `instanceof`) is a second one. Modules of libraries are
 * never copied, save icons.
 */
export function isCopyable(id) {
  const path = id.split('?', 1)[0];
  if (/\/src\/i18n\/generated\/messages\/|\/lucide-react\/dist\/esm\/icons\//.test(path)) return true;
  if (!/\/src\/.*\.tsx?$/.test(path)) return false;
  let found = copyable.get(path);
  if (found === undefined) {
    const { program, errors } = parseSync(path, readFileSync(path, 'utf8'));
    found = errors.length === 0 && isStateless(program.body);
    copyable.set(path, found);
  }
  return found;
}
const copyable = new Map();

/** `body` holds the statements of a module as ESTree has them, with types. */
export function isStateless(body) {
  return body.every((statement) => {
    const { type, kind, declarations } = statement.declaration ?? statement;
    if (type === 'VariableDeclaration')
      return kind === 'const' && declarations.every(({ init }) => isPlain(init));
    if (type === 'FunctionDeclaration' || type === 'ImportDeclaration') return true;
    if (type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration') return true;
    return statement.declaration == null && /^Export(Named|All)Declaration$/.test(type);
  });
}

/** Calls that give the same wherever they are made. */
const plainCalls = new Set(['lazy', 'queryOptions']);

function isPlain(value) {
  switch (value?.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'Identifier':
    case 'Literal':
      return true;
    case 'MemberExpression':
      return isPlain(value.object) && (!value.computed || isPlain(value.property));
    case 'TemplateLiteral':
      return value.expressions.every(isPlain);
    case 'UnaryExpression':
      return isPlain(value.argument);
    case 'BinaryExpression':
      return isPlain(value.left) && isPlain(value.right);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return isPlain(value.expression);
    case 'ArrayExpression':
      return value.elements.length > 0 && value.elements.every((each) => isFilled(each?.argument ?? each));
    case 'ObjectExpression':
      return (
        value.properties.length > 0 &&
        value.properties.every(
          (each) => isFilled(each.argument ?? each.value) && (!each.computed || isPlain(each.key)),
        )
      );
    case 'CallExpression':
      return plainCalls.has(value.callee.name) && value.arguments.every(isPlain);
    default:
      return false;
  }
}

/** What begins empty, or as null, is there to be filled later. */
function isFilled(value) {
  return isPlain(value) && !(value.type === 'Literal' && value.value === null);
}

/**
 * Every page lists the scripts of all others, so their names count; only what tests and benchmarks ask for has one. Of more than 64
 * scripts the bundler takes none that is shorter.
 */
export function scriptName({ name }) {
  return name === 'after-load' ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js';
}

const locales = ['ko', 'en', 'ja'];
const staticLocale = '__STATIC_LOCALE__';
const localeFolder = '__LOCALE_FOLDER__';

/** Vite's `modulePreload.resolveDependencies`: scripts import each other from beside, but what is loaded beforehand is listed with its folder. */
export function inLanguageFolder(_importer, dependencies) {
  return dependencies.map((path) =>
    path.endsWith('.js') ? path.replace('assets/', `assets/${localeFolder}/`) : path,
  );
}

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
              this.emitFile({
                type: 'asset',
                fileName: chunk.fileName.replace('assets/', `assets/${locale}/`),
                source: code.replaceAll(localeFolder, locale),
              });
            }),
          ),
        );
      },
    },
  };
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
