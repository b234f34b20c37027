/** What keeps the pages' scripts small, for vite.config.ts; for builds only. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { minify, parseSync } from 'rolldown/utils';
import { locales } from '../src/i18n/languages.ts';

const inAny = (...patterns) => new RegExp(patterns.join('|'));

/** What lies in one script together: cut into the small ones that the bundler would make of it, it costs requests, and is compressed worse. */
export const groups = [
  {
    // Nearly every page shows it.
    name: 'core',
    test: inAny(
      'node_modules/(react|react-dom|scheduler|@tanstack)/(?!.*useBlocker)',
      'src/platform/client/(connection|fetcher|force-reload|get-page|local-time|log)[.]',
      'src/platform/client/(page-context|page-head|send-form|slow-notice|toasts|translated)[.]',
      'src/platform/shared/(amounts|fee|korean-time|money)[.]',
      'src/ui/(button|load-failed|lucide-icon|modal|pagination)[.]',
      'src/i18n/languages[.]',
    ),
  },
  {
    // Pages on which something is written.
    name: 'forms',
    test: inAny('src/ui/(dialog|field|field-limit|leave-warning|picture-dialog)[.]', 'useBlocker'),
  },
  {
    // Every page of an installation that has ads, and none of another.
    name: 'ads',
    test: inAny('src/features/ads/(rules|client/(consent-bar|page-state|place))[.]', 'src/app/shell/ad[.]'),
  },
];

/** Modules with fewer bytes of source are copied into each script that uses them: a script of its own costs a request. */
const mostCopied = 6000;

/**
 * Whether a module of ours may be in several scripts at once: a copy of functions and plain values cannot be told from its original, but
 * a copy of something with a state (a context of React, a Map, a class that is asked for by `instanceof`) is a second one.
 */
export function isCopyable(path) {
  if (statSync(path).size >= mostCopied) return false;
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

const staticLocale = '__STATIC_LOCALE__';
const localeFolder = '__LOCALE_FOLDER__';

/** Vite's `modulePreload.resolveDependencies`: scripts import each other from beside, but what is loaded beforehand is listed with its folder. */
export function inLanguageFolder(_importer, dependencies) {
  return dependencies.map((path) =>
    path.endsWith('.js') ? path.replace('assets/', `assets/${localeFolder}/`) : path,
  );
}

/** Pages that the server renders share its words: 6,660 messages in three languages take 17 MB, and a quarter of a second at each start. */
export function wordsOfServer() {
  return {
    name: 'words-of-server',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    resolveId: {
      order: 'pre',
      handler(source) {
        const [, name] = /^#i18n\/generated\/(messages|runtime)\.js$/.exec(source) ?? [];
        return name ? { id: `#built/${name}.js`, external: true } : null;
      },
    },
  };
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
      const begins = code.search(/\/\*\*\n\* \|.* output \|\n/);
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

const root = fileURLToPath(new URL('../', import.meta.url));
const wordsFolder = `${root}src/i18n/generated/messages/`;
const iconsFolder = `${root}node_modules/lucide-react/dist/esm/`;

/**
 * Each module has copies of its own of the words, icons and small modules without a state that it imports. What two pages share would
 * otherwise be a script of its own, often with a single word in it, and a request. A copy is named after the module that wanted it
 * (`?of=`), and so are those that the copy imports itself. Names are imported from the module that has them instead of from the door of
 * its room (client/public.tsx), which would have one copy for all who come through it.
 *
 * Rolldown's `experimentalInlineCommonChunks` copies too, but wraps every module in a function: 10 KB more on each page.
 */
export function ownCopies() {
  const virtual = '\0own:';
  const sources = new Map();
  const loadedLater = new Map();
  let words, icons;
  return {
    name: 'own-copies',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      words = wordFiles();
      icons = iconFiles();
    },
    async resolveId(source, importer) {
      if (source.startsWith(virtual) || importer?.startsWith(virtual)) return source;
      if (!/^[.#]/.test(source) || !isOurs(importer) || isGrouped(importer)) return null;
      // What is loaded later is a script of its own, and there is one of it.
      if (loadedLater.get(importer)?.has(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      if (!isOurs(found?.id) || found.id.includes('?') || isGrouped(found.id) || !isCopyable(found.id))
        return found;
      return `${found.id}?of=${ownerOf(importer)}`;
    },
    load: (id) => sources.get(id) ?? null,
    transform: {
      order: 'pre',
      handler(code, id) {
        if (!isOurs(id)) return null;
        const { program, module } = parseSync(id.split('?', 1)[0], code);
        const later = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
          code.slice(start + 1, end - 1),
        );
        loadedLater.set(id, new Set(later));
        let changed = code;
        for (const statement of program.body.toReversed()) {
          if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue;
          const { source, specifiers, start, end } = statement;
          const instead =
            source.value === '#i18n/generated/messages.js'
              ? importOfWords(code, id)
              : importsOf(specifiers, source.value, id);
          if (instead) changed = changed.slice(0, start) + instead + changed.slice(end);
        }
        return changed === code ? null : { code: changed, map: null };
      },
    },
  };

  function importOfWords(code, id) {
    const keys = new Set(Array.from(code.matchAll(/\bm\['([^']+)'\]/g), ([, key]) => key));
    const from = (key) => JSON.stringify(`${wordsFolder}${words.get(key)}?of=${ownerOf(id)}`);
    const part = `${virtual}words:${id}`;
    sources.set(
      part,
      Array.from(keys, (key) => `export { ${JSON.stringify(key)} } from ${from(key)};`).join('\n'),
    );
    return `import * as m from ${JSON.stringify(part)};`;
  }

  function importsOf(specifiers, source, id) {
    const found = source === 'lucide-react' ? icons : doorOf(source);
    return (
      found &&
      specifiers.every(({ type }) => type === 'ImportSpecifier') &&
      specifiers
        .map(({ importKind, imported, local }) => {
          if (importKind === 'type' || !found.has(imported.name))
            return importFrom(source, imported.name, local.name, importKind);
          if (found === icons) return importFrom(iconOf(imported.name, id), 'default', local.name);
          const { name, source: itsSource } = found.get(imported.name);
          return importFrom(itsSource, name, local.name);
        })
        .join(' ')
    );
  }

  function iconOf(name, id) {
    const file = `${icons.get(name)}?of=${ownerOf(id)}`;
    sources.set(virtual + file, `export { default } from ${JSON.stringify(iconsFolder + file)};`);
    return virtual + file;
  }
}

const importFrom = (source, name, local, kind = 'value') =>
  `import ${kind === 'type' ? 'type ' : ''}{ ${name} as ${local} } from ${JSON.stringify(source)};`;

const isOurs = (id) => id?.startsWith(`${root}src/`) && /[.]tsx?([?]|$)/.test(id);
const isGrouped = (id) => groups.some(({ test }) => test.test(id.split('?', 1)[0]));
const ownerOf = (id) =>
  /[?&]of=(\w+)/.exec(id)?.[1] ?? createHash('sha256').update(id).digest('hex').slice(0, 8);

/** Where each name comes from that a room gives to the pages of other rooms; undefined for what is no such door. */
function doorOf(source) {
  if (!/^#features\/\w+\/client\/public[.]tsx$/.test(source)) return undefined;
  let names = doors.get(source);
  if (!names) {
    names = new Map();
    const path = `src/${source.slice(1)}`;
    const { program } = parseSync(path, readFileSync(root + path, 'utf8'));
    for (const { type, source: from, specifiers } of program.body)
      if (type === 'ExportNamedDeclaration' && from)
        for (const { local, exported } of specifiers)
          names.set(exported.name, {
            name: local.name,
            source: `#${join(dirname(source.slice(1)), from.value)}`,
          });
    doors.set(source, names);
  }
  return names;
}
const doors = new Map();

function wordFiles() {
  const found = new Map();
  for (const file of readdirSync(wordsFolder)) {
    const key = /^export \{ \w+ as "([^"]+)" \}/m.exec(readFileSync(wordsFolder + file, 'utf8'))?.[1];
    if (key) found.set(key, file);
  }
  return found;
}

function iconFiles() {
  const found = new Map();
  const list = readFileSync(`${iconsFolder}lucide-react.mjs`, 'utf8');
  for (const [, names, file] of list.matchAll(/^export \{([^}]+)\} from '[.]\/(icons\/[^']+)';$/gm))
    for (const [, name] of names.matchAll(/default as (\w+)/g)) found.set(name, file);
  return found;
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
