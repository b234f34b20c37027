import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  groups,
  inLanguageFolder,
  noServerFunctions,
  noSpareParts,
  oneLanguageEach,
  ownCopies,
  scriptName,
  smallIcons,
  wordsOfServer,
} from './scripts/lib-page-bundle.mjs';
import { routes } from './src/app/routes.ts';

export default defineConfig(({ command }) => ({
  // Pages may be imported by each other through package.json's "imports"; nothing else is aliased.
  // Nothing inlined: the policy allows fonts and scripts from our own files only.
  // three.js is larger than Vite likes, and loaded by whoever turns a model.
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 600 },
  environments: {
    client: {
      build: {
        // Read by scripts/build.mjs and not served.
        manifest: true,
        modulePreload: { resolveDependencies: inLanguageFolder },
        rolldownOptions: {
          // A room's door names all that it gives: whoever takes one thing of it does not want the others' scripts.
          treeshake: { moduleSideEffects: [{ test: /\/src\/features\//, sideEffects: false }] },
          output: {
            codeSplitting: {
              groups,
            },
            chunkFileNames: scriptName,
          },
        },
      },
    },
  },
  ssr: command === 'build' ? { noExternal: true as const } : {},
  server: { host: '127.0.0.1' },
  plugins: [
    ownCopies(),
    noServerFunctions(),
    noSpareParts(),
    smallIcons(),
    oneLanguageEach(),
    wordsOfServer(),
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: {
        entry: 'app/router.tsx',
        routesDirectory: 'app',
        generatedRouteTree: 'app/routeTree.gen.ts',
        virtualRouteConfig: routes,
        // What a page shows instead of itself is a line or two: scripts of their own would cost requests.
        codeSplittingOptions: { defaultBehavior: [['component', 'errorComponent', 'notFoundComponent']] },
        quoteStyle: 'single',
        semicolons: true,
      },
      server: { entry: 'app/page-server.ts' },
      importProtection: {
        behavior: 'error',
        client: { files: ['**/src/features/*/server/**', '**/src/platform/server/**'] },
      },
    }),
    react(),
  ],
}));
