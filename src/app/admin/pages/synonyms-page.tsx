import { createFileRoute } from '@tanstack/react-router';
import { SynonymsScreen } from '#features/search/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/synonyms')({ ...staffPage, component: SynonymsScreen });
