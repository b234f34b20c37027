import { createFileRoute } from '@tanstack/react-router';
import { AdsScreen } from '#features/ads/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/ads')({ ...staffPage, component: AdsScreen });
