import { createFileRoute, Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';

export const Route = createFileRoute('/about')({
  loader: async () => (await import('./load-about.ts'))?.loadAbout(),
  head: loadedHead,
  component: AboutPage,
});

const steps = [
  { title: m['app.about.find_title'], text: m['app.about.find_text'] },
  { title: m['app.about.make_title'], text: m['app.about.make_text'] },
  { title: m['app.about.work_title'], text: m['app.about.work_text'] },
];
const promises = [m['app.about.promise_escrow'], m['app.about.promise_place'], m['app.about.promise_data']];

function AboutPage() {
  return (
    <div className="page max-w-4xl py-12">
      <h1 className="text-4xl font-bold">{m['app.about.title']()}</h1>
      <p className="mt-4 text-lg">{m['app.about.lead']()}</p>
      <ol className="mt-10 grid gap-4 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.title()} className="rounded-lg border border-line bg-surface p-5">
            <p className="ruler pb-3 text-2xl font-bold text-accent tabular-nums">{index + 1}</p>
            <h2 className="mt-3 text-lg font-semibold">{step.title()}</h2>
            <p className="mt-1 text-ink-soft">{step.text()}</p>
          </li>
        ))}
      </ol>
      <h2 className="mt-12 text-2xl font-bold">{m['app.about.promises']()}</h2>
      <ul className="mt-3 grid list-disc gap-2 pl-5">
        {promises.map((promise) => (
          <li key={promise()}>{promise()}</li>
        ))}
      </ul>
      <div className="mt-10 flex flex-wrap gap-3">
        <Link to="/resources" className={buttonClass()}>
          {m['app.home.find']()}
        </Link>
        <Link to="/services" className={buttonClass('secondary')}>
          {m['app.place.all_services']()}
        </Link>
        <Link to="/moderation-log" className={buttonClass('quiet')}>
          {m['app.about.rules']()}
        </Link>
      </div>
    </div>
  );
}
