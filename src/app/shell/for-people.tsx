import { lazy } from 'react';

/* Parts of the shell that guests do not load. The server imports them directly: HTML that is streamed late would move the page. */

const load = () => import('./signed-in.tsx');
const onServer = import.meta.env.SSR ? await load() : null;

function partOf(name: 'SignedIn' | 'NewMessages') {
  return (
    onServer?.[name] ??
    // Offline the script may be missing.
    lazy(() =>
      load().then(
        (parts) => ({ default: parts[name] }),
        () => ({ default: () => null }),
      ),
    )
  );
}

export const SignedIn = partOf('SignedIn');
export const NewMessages = partOf('NewMessages');
