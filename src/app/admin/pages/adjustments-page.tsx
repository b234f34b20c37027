import { createFileRoute } from '@tanstack/react-router';
import { AdjustmentsScreen } from '#features/payments/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/adjustments')({ ...staffPage, component: AdjustmentsScreen });
