import module from 'node:module';
import { join } from 'node:path';

// Before anything is loaded: an older Node would stop at what it does not know, without a word that helps.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stdout.write(
    `Gongbang needs Node 24, this is ${process.version}. Start it with "npm start", which brings its own.\n`,
  );
  process.exit(1);
}

// V8 compiles nine megabytes at each start; what it made of them is kept beside them, where that folder can be written.
module.enableCompileCache(join(import.meta.dirname, 'compiled'));
await import('./serve.ts');
module.flushCompileCache();
