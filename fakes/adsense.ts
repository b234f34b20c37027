import { createServer } from 'node:http';

/**
 * Google's side of AdSense, for `ADSENSE_FAKE_ORIGIN`: a script that behaves like adsbygoogle.js as far as a page can
 * tell. It needs `eval`, writes its own styles and frames, fills requested units or leaves them unfilled, and creates
 * an anchor if its address contains the publisher.
 */
export function createAdsenseFake(options: { port?: number } = {}) {
  /** Ids of units without an ad. */
  const unfilled = new Set<string>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://fake');
    asked.push(pathname + search);
    const send = (type: string, body: string) =>
      response
        .writeHead(200, {
          'content-type': type,
          'access-control-allow-origin': '*',
          'cache-control': 'no-store',
        })
        .end(body);
    if (pathname === '/pagead/js/adsbygoogle.js') return send('text/javascript', script([...unfilled]));
    if (pathname === '/ad')
      return send(
        'text/html',
        '<!doctype html><title>ad</title><body style="margin:0;background:#cfe2ff;color:#123">Google ad</body>',
      );
    return response.writeHead(404).end();
  });
  return {
    asked,
    unfilled,
    async start(): Promise<string> {
      await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
      const address = server.address();
      return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

const script = (unfilled: string[]) => `(() => {
  const unfilled = ${JSON.stringify(unfilled)};
  const { src } = document.currentScript;
  const queue = window.adsbygoogle || [];
  // Evaluates generated code, like the real one.
  const frameAddress = new Function('origin', 'unit', 'return origin + "/ad?unit=" + unit');
  const style = document.createElement('style');
  style.textContent = 'ins.adsbygoogle iframe { border: 0; display: block }';
  document.head.append(style);
  function fill() {
    const ins = document.querySelector('ins.adsbygoogle:not([data-adsbygoogle-status])');
    if (!ins) throw new Error("adsbygoogle.push() error: All ins elements in the DOM with class=adsbygoogle already have ads in them.");
    ins.dataset.adsbygoogleStatus = 'done';
    if (unfilled.includes(ins.dataset.adSlot)) return void (ins.dataset.adStatus = 'unfilled');
    const { width, height } = ins.getBoundingClientRect();
    if (width === 0) throw new Error('adsbygoogle.push() error: No slot size for availableWidth=0');
    const frame = document.createElement('iframe');
    frame.title = 'Advertisement';
    frame.width = width;
    frame.height = height;
    frame.src = frameAddress(new URL(src).origin, ins.dataset.adSlot);
    ins.append(frame);
    ins.dataset.adStatus = 'filled';
  }
  window.adsbygoogle = { push: fill, requestNonPersonalizedAds: queue.requestNonPersonalizedAds };
  queue.forEach(fill);
  if (new URL(src).searchParams.has('client')) {
    const anchor = document.createElement('div');
    anchor.dataset.fakeAnchor = '';
    anchor.style.cssText = 'position:fixed;inset:auto 0 0;height:50px;background:#cfe2ff';
    document.body.append(anchor);
  }
})();
`;
