/** Vite plugins that keep the pages' scripts small; used by vite.config.ts in builds only. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { minify, parseSync } from 'rolldown/utils';
import { locales } from '../src/i18n/languages.ts';

const inAny = (...patterns) => new RegExp(patterns.join('|'));

/** Modules that share a script: the bundler's smaller scripts would cost requests and compress worse. */
export const groups = [
  {
    // Used by nearly every page.
    name: 'core',
    test: inAny(
      'node_modules/(react|react-dom|scheduler|@tanstack)/(?!.*useBlocker)',
      'src/platform/client/(connection|fetcher|force-reload|get-page|local-time|log)[.]',
      'src/platform/client/(page-context|page-head|send-form|slow-notice|toasts|translated)[.]',
      'src/platform/shared/(amounts|fee|graphemes|korean-time|money)[.]',
      'src/ui/(button|load-failed|lucide-icon|modal|pagination)[.]',
      'src/i18n/languages[.]',
    ),
  },
  {
    // Pages with forms.
    name: 'forms',
    test: inAny('src/ui/(dialog|field|field-limit|leave-warning|picture-dialog)[.]', 'useBlocker'),
  },
  {
    // Used by every page if ads are configured, otherwise by none.
    name: 'ads',
    test: inAny('src/features/ads/(rules|client/(consent-bar|page-state|place))[.]', 'src/app/shell/ad[.]'),
  },
];

/**
 * Modules with less source than this are copied into each script that uses them, because a script of their own costs a
 * request.
 */
const maxCopied = 6500;

/**
 * Tells whether one of our modules may be in several scripts: a copy of functions and plain values behaves like its
 * original, but a copy of something with state or identity (a React context, a Map, a class used with `instanceof`) is
 * a second instance.
 */
export function isCopyable(path) {
  if (statSync(path).size >= maxCopied) return false;
  let found = copyable.get(path);
  if (found === undefined) {
    const { program, errors } = parseSync(path, readFileSync(path, 'utf8'));
    found = errors.length === 0 && isStateless(program.body);
    copyable.set(path, found);
  }
  return found;
}
const copyable = new Map();

/** `body` holds the statements of a module as ESTree nodes, with types. */
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

/** Calls whose result is equivalent wherever they are made. */
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

/** Empty or null values may be filled later, which is state. */
function isFilled(value) {
  return isPlain(value) && !(value.type === 'Literal' && value.value === null);
}

/**
 * Every page lists the scripts of all others, so the length of their names matters; only the script that tests and
 * benchmarks look for has a name. With more than 64 scripts the bundler accepts no shorter hash.
 */
export function scriptName({ name }) {
  return name === 'after-load' ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js';
}

const staticLocale = '__STATIC_LOCALE__';
const localeFolder = '__LOCALE_FOLDER__';

/**
 * Vite's `modulePreload.resolveDependencies`: scripts import each other relatively, but preloads are listed with their
 * language folder.
 */
export function inLanguageFolder(_importer, dependencies) {
  return dependencies.map((path) =>
    path.endsWith('.js') ? path.replace('assets/', `assets/${localeFolder}/`) : path,
  );
}

/**
 * Shares the server's messages with the pages that it renders: 6,660 messages in three languages take 17 MB, and a
 * quarter of a second at each start.
 */
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
 * Writes each script once per language, into a folder of its name, with only the messages of that language. The page
 * bundle links the folder of its own language (page-server.ts). Switching the language loads a new document, so no page
 * needs two.
 */
export function oneLanguageEach() {
  return {
    name: 'one-language-each',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!id.includes('/src/i18n/generated/messages/') || id.endsWith('/_index.js')) return null;
      // Paraglide generates a function per language and one that selects; here the selection is made at build time.
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
 * Gives each module its own copies of the messages, icons and small stateless modules that it imports. Otherwise
 * modules shared by two pages would become scripts of their own, often with a single message, each with a request. A
 * copy is named after its importer (`?of=`), and so are the copies that it imports itself. Names are imported from the
 * module that defines them instead of the room's client/public.tsx, which would have one copy for all of its importers.
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
      // A lazily loaded module is a single script.
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

/** Maps each export of a room's client/public.tsx to the module that defines it; undefined for other modules. */
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

/** lucide's own icon component reads contexts and merges classes; ours is a few lines. */
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
 * Removes the transport of Start's server functions. There are none: pages call our own API. Adding one throws this
 * error.
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
 * Removes library code that pages never use: infinite queries (delete this line to use one), and the shim for a hook
 * that React has had since version 18.
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
