import { createFileRoute } from '@tanstack/react-router';
import { LegalDocument } from './legal-document.tsx';
import { legalRoute } from './legal-route.ts';

export const Route = createFileRoute('/tokushoho')({ ...legalRoute('tokushoho'), component: TokushohoPage });

function TokushohoPage() {
  return <LegalDocument name="tokushoho" />;
}
