/**
 * Links to routes with an optional parameter must set it, if only to `undefined`. Otherwise the router reuses the
 * parameter of the current address: from `/my/services/7/workshop` a link to `/my/$section/{-$id}` led to
 * `/my/orders/7`, which does not exist.
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

/** Returns the path in an attribute or property `to`, and its sibling attributes or properties. */
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

/** Names in `params`; null where they are computed, so that nothing can be checked. */
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
