import { createFileRoute } from '@tanstack/react-router';
import { JournalsScreen } from '#features/payments/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/journals')({ ...staffPage, component: JournalsScreen });
