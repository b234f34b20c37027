import module from 'node:module';
import { join } from 'node:path';

// Checked before anything else is loaded: an older Node would fail on unknown syntax without a helpful message.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stdout.write(
    `Gongbang needs Node 24, this is ${process.version}. Start it with "npm start", which brings its own.\n`,
  );
  process.exit(1);
}

// V8 compiles nine megabytes at each start; the compile cache is stored next to the scripts if that folder is writable.
module.enableCompileCache(join(import.meta.dirname, 'compiled'));
await import('./serve.ts');
module.flushCompileCache();
