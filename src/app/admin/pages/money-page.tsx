import { createFileRoute } from '@tanstack/react-router';
import { MoneyScreen } from '#features/payments/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/money')({ ...staffPage, component: MoneyScreen });
