import { useMutation } from '@tanstack/react-query';
import { useIdempotent } from '../../api/idempotency.ts';
import { trpc } from '../../api/trpc.ts';
import type { AddActivity } from '../../domain/activity.ts';
import type { CreateShipmentInput, UpdateShipmentInfo, UpdateShipmentStatus } from '../../domain/shipment.ts';

export function useCreateShipment() {
  return useMutation({
    mutationFn: useIdempotent((input: CreateShipmentInput, idempotencyKey) =>
      trpc.shipmentAdmin.createShipment.mutate(input, { context: { idempotencyKey } }),
    ),
  });
}

export function useAddActivity() {
  return useMutation({
    mutationFn: useIdempotent((input: AddActivity, idempotencyKey) =>
      trpc.shipmentAdmin.updateShipmentActivity.mutate(input, { context: { idempotencyKey } }),
    ),
  });
}

export function useUpdateStatus() {
  return useMutation({
    mutationFn: useIdempotent((input: UpdateShipmentStatus, idempotencyKey) =>
      trpc.shipmentAdmin.updateShipment.mutate(input, { context: { idempotencyKey } }),
    ),
  });
}

export function useDeleteShipment() {
  return useMutation({
    mutationFn: useIdempotent((input: { id: string }, idempotencyKey) =>
      trpc.shipmentAdmin.deleteShipment.mutate(input, { context: { idempotencyKey } }),
    ),
  });
}

export function useUpdateInfo() {
  return useMutation({
    mutationFn: useIdempotent((input: UpdateShipmentInfo, idempotencyKey) =>
      trpc.shipmentAdmin.updateShipment.mutate(input, { context: { idempotencyKey } }),
    ),
  });
}
