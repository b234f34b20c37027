import { createFileRoute, notFound } from '@tanstack/react-router';
import { DemoScreen, ExampleScreen } from './samples.tsx';

/** `/payment-demo` and `/payment-example`: one route, because every route costs every page. */
export const Route = createFileRoute('/payment-{$sample}')({ component: SamplePage });

function SamplePage() {
  const { sample } = Route.useParams();
  if (sample === 'demo') return <DemoScreen />;
  if (sample === 'example') return <ExampleScreen />;
  throw notFound();
}
