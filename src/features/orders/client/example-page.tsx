import { createFileRoute } from '@tanstack/react-router';
import { ExampleScreen } from './samples.tsx';

export const Route = createFileRoute('/payment-example')({ component: ExampleScreen });
