import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoResources, demoServices } from './content.ts';

/** Usage: node demo/preview.ts <outdir> [only slugs containing this text] */
const [outdir, only = ''] = process.argv.slice(2);
if (!outdir) throw new Error('Give a folder to write to.');
let total = 0;

async function put(folder: string, name: string, make: () => Promise<Uint8Array>): Promise<void> {
  const begin = performance.now();
  const bytes = await make();
  const took = performance.now() - begin;
  total += took;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), bytes);
  console.log(`${took.toFixed(0).padStart(5)} ms ${String(bytes.length).padStart(8)} B  ${folder}/${name}`);
}

for (const resource of demoResources.filter(({ slug }) => slug.includes(only))) {
  const folder = join(outdir, resource.category, resource.slug);
  for (const [i, picture] of resource.pictures.entries()) {
    await put(folder, `picture-${i + 1}.png`, picture.make);
  }
  for (const file of resource.files) await put(folder, file.name, file.make);
}
for (const service of demoServices.filter(({ slug }) => slug.includes(only))) {
  await put(join(outdir, 'services'), `${service.slug}.png`, service.picture.make);
}
console.log(`${(total / 1000).toFixed(1)} s in all`);
