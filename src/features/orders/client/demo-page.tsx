import { createFileRoute } from '@tanstack/react-router';
import { DemoScreen } from './samples.tsx';

export const Route = createFileRoute('/payment-demo')({ component: DemoScreen });
