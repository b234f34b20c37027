import type { Job } from '#platform/server/jobs.ts';
import {
  deliverSandboxWebhook,
  webhookJob,
  type SandboxDeps,
  type SandboxEvent,
} from './gateways/sandbox.ts';

export function paymentsJobs(deps: SandboxDeps) {
  const deliver: Job<SandboxEvent> = (event) => deliverSandboxWebhook(deps, event);
  return { [webhookJob]: deliver };
}
