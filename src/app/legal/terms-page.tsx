import { createFileRoute } from '@tanstack/react-router';
import { LegalDocument } from './legal-document.tsx';
import { legalRoute } from './legal-route.ts';

export const Route = createFileRoute('/terms')({ ...legalRoute('terms'), component: TermsPage });

function TermsPage() {
  return <LegalDocument name="terms" version={Route.useSearch().version} />;
}
