/**
 * Compiles the messages of every room, `src/**\/locales/{ko,en,ja}.json`, into `src/i18n/generated/`.
 *
 * node scripts/words.mjs           compile, when something changed
 * node scripts/words.mjs --check   also compare the languages with each other
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { locales } from '../src/i18n/languages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const project = 'src/i18n/project.inlang';
const generated = 'src/i18n/generated';

/** Folders such as `src/features/resources/locales`. */
function findCatalogues() {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name === 'locales')
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).split(sep).join('/'))
    .filter((folder) => readdirSync(join(root, folder)).length > 0)
    .toSorted();
}

export function compileWords() {
  const catalogues = findCatalogues();
  const settings = JSON.stringify(
    {
      baseLocale: locales[0],
      locales,
      // Both are read relative to the project's folder.
      modules: ['../../node_modules/@inlang/plugin-message-format/dist/index.js'],
      'plugin.inlang.messageFormat': {
        pathPattern: catalogues.map((folder) => `../../${folder}/{locale}.json`),
      },
    },
    null,
    2,
  );
  const hash = createHash('sha256')
    .update(settings)
    .update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of ['paraglide-js', 'plugin-message-format']) {
    hash.update(readFileSync(join(root, 'node_modules/@inlang', name, 'package.json')));
  }
  for (const folder of catalogues) {
    for (const locale of locales) hash.update(readIfThere(`${folder}/${locale}.json`));
  }
  const stamp = hash.digest('hex');
  const stampFile = `${generated}/.stamp`;
  if (readIfThere(stampFile) === stamp && existsSync(join(root, generated, 'messages.js'))) return false;

  mkdirSync(join(root, project), { recursive: true });
  if (readIfThere(`${project}/settings.json`) !== settings)
    writeFileSync(join(root, project, 'settings.json'), settings);
  execFileSync(
    process.execPath,
    [
      'node_modules/@inlang/paraglide-js/bin/run.js',
      'compile',
      `--project=${project}`,
      `--outdir=${generated}`,
      // Pages set the language with `overwriteGetLocale`, servers pass it explicitly; nothing may be read from cookies
      // or addresses implicitly.
      '--strategy=baseLocale',
      '--output-structure=message-modules',
      '--silent',
      '--no-emit-readme',
      '--no-emit-git-ignore',
      '--no-emit-prettier-ignore',
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  joinMessages();
  declareMessages();
  writeFileSync(join(root, stampFile), stamp);
  return true;
}

/**
 * All messages in one module, which the server, tests and development load: thousands of small modules took a minute.
 * Only the pages' build loads them one by one (lib-page-bundle.mjs).
 */
function joinMessages() {
  const folder = join(root, generated, 'messages');
  const imports = new Set();
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.js') && name !== '_index.js')
    .map((name) =>
      readFileSync(join(folder, name), 'utf8').replaceAll(/^import .*$/gm, (line) => {
        imports.add(line);
        return '';
      }),
    );
  // Names are derived from keys, so no two modules share one.
  const { code } = transformSync([...imports, ...texts].join('\n'), {
    target: 'esnext',
    charset: 'utf8',
    minifyWhitespace: true,
  });
  mkdirSync(join(root, generated, 'joined'), { recursive: true });
  writeFileSync(join(root, generated, 'joined/messages.js'), code);
  writeFileSync(join(root, generated, 'messages.js'), "export * as m from './joined/messages.js';\n");
}

/**
 * Type declarations that replace one module per message for TypeScript (tsconfig.json excludes those), which were more
 * than half of all the files that it read.
 */
function declareMessages() {
  const folder = join(root, generated, 'messages');
  const types = readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const key = /^export \{ \w+ as ("[^"]+") \}/m.exec(text)?.[1];
    if (!key) return [];
    const inputs = /@typedef \{(\{.*\})\} \w+Inputs /.exec(text)?.[1];
    if (!inputs) throw new Error(`${name} is not written as expected`);
    return `  readonly ${key}: ${inputs === '{}' ? 'Plain' : `With<${inputs}>`};`;
  });
  const lines = [
    "import type { LocalizedString } from './runtime.js';",
    `type Options = { locale?: ${locales.map((locale) => `'${locale}'`).join(' | ')} };`,
    'type Plain = (inputs?: {}, options?: Options) => LocalizedString;',
    'type With<Inputs> = (inputs: Inputs, options?: Options) => LocalizedString;',
    `export declare const m: {\n${types.join('\n')}\n};`,
  ];
  writeFileSync(join(root, generated, 'messages.d.ts'), `${lines.join('\n')}\n`);
}

/** Lists the errors of the catalogues, one line each. Paraglide itself silently falls back to Korean. */
export function findProblems() {
  const problems = [];
  const owners = new Map();
  for (const folder of findCatalogues()) {
    const prefix = roomOf(folder);
    const byLocale = locales.map((locale) => {
      const file = `${folder}/${locale}.json`;
      const messages = readMessages(file, problems);
      for (const [key, message] of messages) {
        if (!key.startsWith(`${prefix}.`)) problems.push(`${file}: "${key}" must begin with "${prefix}."`);
        problems.push(...message.problems.map((problem) => `${file}: "${key}" ${problem}`));
      }
      return { file, messages };
    });

    const keys = new Set(byLocale.flatMap(({ messages }) => [...messages.keys()]));
    for (const key of keys) {
      // The compiler derives file names from keys, so "a.b_c" and "a.b.c" would collide.
      const moduleName = key.replaceAll('.', '_').toLowerCase();
      if (owners.has(moduleName))
        problems.push(
          `${folder}: "${key}" is too like "${owners.get(moduleName)}"; name one of them differently`,
        );
      owners.set(moduleName, key);

      const missing = byLocale.filter(({ messages }) => !messages.has(key));
      problems.push(...missing.map(({ file }) => `${file}: "${key}" is missing`));
      if (missing.length > 0) continue;
      const [base, ...others] = byLocale.map(({ file, messages }) => ({
        file,
        names: messages.get(key).names.join(', '),
      }));
      for (const other of others) {
        if (other.names !== base.names) {
          problems.push(`${other.file}: "${key}" uses {${other.names}}, Korean uses {${base.names}}`);
        }
      }
    }
  }
  return problems;
}

function roomOf(folder) {
  const [, area, room] = folder.split('/');
  return (area === 'features' ? room : area).replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

function readMessages(file, problems) {
  const messages = new Map();
  let text;
  let content;
  try {
    text = readFileSync(join(root, file), 'utf8');
    content = JSON.parse(text);
  } catch (error) {
    problems.push(`${file}: ${error.message}`);
    return messages;
  }
  let members = 0;
  const visit = (value, path) => {
    if (typeof value === 'string' || Array.isArray(value)) {
      messages.set(path.join('.'), readMessage(value));
      members += countMembers(value);
      return;
    }
    for (const [name, child] of Object.entries(value)) {
      members++;
      if (!/^[a-z0-9][A-Za-z0-9_]*$/.test(name))
        problems.push(`${file}: "${name}" must be made of letters, digits and _`);
      visit(child, [...path, name]);
    }
  };
  visit(content, []);
  // JSON parsers silently keep the last of two equal names.
  const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter((match) => match[1]).length;
  if (written !== members) problems.push(`${file}: a name occurs twice in the same place`);
  return messages;
}

function countMembers(value) {
  if (value === null || typeof value !== 'object') return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum, each) => sum + countMembers(each), own);
}

/** A message is a text, or a list of one object with declarations, selectors and a text for each match. */
function readMessage(value) {
  const problems = [];
  const declared = [];
  const local = new Set();
  let texts = [value];
  if (Array.isArray(value)) {
    const [{ declarations = [], match = {} } = {}] = value;
    texts = Object.values(match);
    for (const declaration of [declarations].flat()) {
      const [kind, name] = declaration.split(/[\s=]+/);
      if (kind === 'local') local.add(name);
      else declared.push(name);
    }
    if (
      !Object.keys(match).some((condition) =>
        condition.split(',').every((part) => /=\s*(?:other|\*)\s*$/.test(part)),
      )
    ) {
      problems.push('needs a text for "other" or "*": Korean and Japanese have no other plural');
    }
  }
  const used = texts.flatMap((text) =>
    [...String(text).matchAll(/(?<!\\)\{([^{}]*)\}/g)].map((match) => match[1].trim()),
  );
  if (texts.length === 0 || texts.some((text) => String(text).trim() === '')) problems.push('is empty');
  for (const name of used) {
    if (!/^[A-Za-z_]\w*$/.test(name)) problems.push(`has a placeholder {${name}} that is not a name`);
  }
  const names = [...new Set([...declared, ...used])].filter((name) => !local.has(name)).toSorted();
  return { names, problems };
}

function readIfThere(file) {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--check')) {
    const problems = findProblems();
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exit(1);
  }
  compileWords();
}
