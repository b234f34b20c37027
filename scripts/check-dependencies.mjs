/** Checks the rules of .dependency-cruiser.cjs, after proving that they still detect violations. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const root = fileURLToPath(new URL('..', import.meta.url));
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

async function look(baseDir, folders) {
  const { doNotFollow, exclude, tsPreCompilationDeps, enhancedResolveOptions } = options;
  const { output } = await cruise(
    folders,
    {
      baseDir,
      doNotFollow,
      exclude,
      tsPreCompilationDeps,
      enhancedResolveOptions,
      validate: true,
      ruleSet: { forbidden },
    },
    enhancedResolveOptions,
    { tsConfig: extractTSConfig(`${baseDir}/tsconfig.json`) },
  );
  return output;
}

/** Finds cycles between rooms, even where no two files form one. */
function findRoomCycles(modules) {
  const roomOf = (path) => /^src\/features\/([^/]+)\//.exec(path)?.[1];
  const reaches = new Map();
  for (const { source, dependencies } of modules) {
    const room = roomOf(source);
    if (!room || /\.test\.tsx?$|\/testing\.ts$/.test(source)) continue;
    for (const { resolved, dependencyTypes } of dependencies) {
      const other = roomOf(resolved);
      if (!other || other === room || dependencyTypes.includes('type-only')) continue;
      reaches.set(room, (reaches.get(room) ?? new Map()).set(other, `${source} → ${resolved}`));
    }
  }
  const cycles = new Set();
  const visit = (room, path) => {
    if (path.includes(room)) {
      const circle = path.slice(path.indexOf(room));
      // Report each cycle once, regardless of the room it was found from.
      if (circle.every((member) => room <= member)) {
        cycles.add(
          circle.map((member, index) => reaches.get(member).get(circle[index + 1] ?? room)).join(', '),
        );
      }
      return;
    }
    for (const next of reaches.get(room)?.keys() ?? []) visit(next, [...path, room]);
  };
  for (const room of reaches.keys()) visit(room, []);
  return [...cycles];
}

const problems = [];

const canary = await look(`${root}scripts/canary`, ['src', 'demo']);
const heard = new Set(canary.summary.violations.map((violation) => violation.rule.name));
for (const { name } of forbidden) {
  if (!heard.has(name))
    problems.push(`The rule ${name} no longer notices the file in scripts/canary that breaks it.`);
}
if (findRoomCycles(canary.modules).length === 0)
  problems.push('The circle of rooms in scripts/canary is no longer noticed.');

const house = await look(
  root,
  ['src', 'demo', 'fakes', 'bench', 'e2e'].filter((folder) => existsSync(root + folder)),
);
const ours = house.modules.filter((module) => !module.source.includes('node_modules'));
if (ours.length < 60) problems.push(`Only ${ours.length} files were looked at: the rules have gone blind.`);
for (const { rule, from, to, cycle } of house.summary.violations) {
  const route = cycle ? [from, ...cycle.map((step) => step.name ?? step)].join(' → ') : `${from} → ${to}`;
  problems.push(`${route}\n    ${forbidden.find(({ name }) => name === rule.name).comment} (${rule.name})`);
}
for (const circle of findRoomCycles(house.modules)) {
  problems.push(
    `${circle}\n    These rooms need each other. The lower one should write an event that the higher one reads. (rooms-form-no-circle)`,
  );
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${ours.length} files`);
