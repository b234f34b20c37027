import { createFileRoute } from '@tanstack/react-router';
import { SponsorsScreen } from '#features/sponsorship/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/sponsors')({ ...staffPage, component: SponsorsScreen });
