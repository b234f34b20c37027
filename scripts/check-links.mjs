/**
 * Links to routes with an optional parameter say what it is, if only `undefined`. The router keeps a parameter of the
 * address that somebody is at wherever a link leaves it out: from `/my/services/7/workshop` a link to
 * `/my/$section/{-$id}` led to `/my/orders/7`, which is not there.
 */
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { root } from './lib-run.mjs';

const missing = [];
for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root })) {
  const text = readFileSync(`${root}${file}`, 'utf8');
  if (!text.includes('{-$') || file.endsWith('routeTree.gen.ts')) continue;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  visit(source, source, file);
}
for (const line of missing) console.log(line);
process.exitCode = missing.length === 0 ? 0 : 1;

function visit(node, source, file) {
  const [to, siblings] = linkOf(node);
  if (to !== undefined) {
    const wanted = [...to.matchAll(/\{-\$(\w+)\}/g)].map(([, name]) => name);
    const given = namesOf(siblings);
    const lacking = given === null ? [] : wanted.filter((name) => !given.has(name));
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    if (lacking.length > 0)
      missing.push(`${file}:${line + 1}: a link to ${to} does not say ${lacking.join(' and ')}`);
  }
  ts.forEachChild(node, (child) => visit(child, source, file));
}

/** The address that an attribute or property `to` names, and the attributes or properties beside it. */
function linkOf(node) {
  if (!ts.isJsxAttribute(node) && !ts.isPropertyAssignment(node)) return [];
  if (node.name.getText() !== 'to') return [];
  const value = ts.isJsxAttribute(node) ? node.initializer : plain(node.initializer);
  if (value === undefined || !ts.isStringLiteralLike(value) || !value.text.includes('{-$')) return [];
  return [value.text, node.parent.properties];
}

function plain(expression) {
  return ts.isAsExpression(expression) ? plain(expression.expression) : expression;
}

/** Names in `params`; null where they are worked out, so that nothing can be said of them. */
function namesOf(siblings) {
  const params = siblings.find((each) => each.name?.getText() === 'params');
  if (params === undefined) return new Set();
  if (ts.isShorthandPropertyAssignment(params)) return null;
  const value = ts.isJsxAttribute(params) ? params.initializer?.expression : params.initializer;
  if (value === undefined || !ts.isObjectLiteralExpression(plain(value))) return null;
  const { properties } = plain(value);
  if (properties.some((each) => ts.isSpreadAssignment(each))) return null;
  return new Set(properties.map((each) => each.name?.getText()));
}
