import { createFileRoute } from '@tanstack/react-router';
import { LegalDocument } from './legal-document.tsx';
import { legalRoute } from './legal-route.ts';

export const Route = createFileRoute('/privacy')({ ...legalRoute('privacy'), component: PrivacyPage });

function PrivacyPage() {
  return <LegalDocument name="privacy" version={Route.useSearch().version} />;
}
