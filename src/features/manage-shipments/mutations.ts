import { useMutation } from '@tanstack/react-query';
import { onceForInput } from '../../api/idempotency.ts';
import { trpc } from '../../api/trpc.ts';
import type { AddActivity } from '../../domain/activity.ts';
import type { CreateShipmentInput, UpdateShipmentInfo, UpdateShipmentStatus } from '../../domain/shipment.ts';

export function useCreateShipment() {
  return useMutation({
    mutationFn: onceForInput('shipmentAdmin.createShipment', (input: CreateShipmentInput, context) =>
      trpc.shipmentAdmin.createShipment.mutate(input, { context }),
    ),
  });
}

export function useAddActivity() {
  return useMutation({
    mutationFn: onceForInput('shipmentAdmin.updateShipmentActivity', (input: AddActivity, context) =>
      trpc.shipmentAdmin.updateShipmentActivity.mutate(input, { context }),
    ),
  });
}

export function useUpdateStatus() {
  return useMutation({
    mutationFn: onceForInput('shipmentAdmin.updateShipment', (input: UpdateShipmentStatus, context) =>
      trpc.shipmentAdmin.updateShipment.mutate(input, { context }),
    ),
  });
}

export function useDeleteShipment() {
  return useMutation({
    mutationFn: onceForInput('shipmentAdmin.deleteShipment', (input: { id: string }, context) =>
      trpc.shipmentAdmin.deleteShipment.mutate(input, { context }),
    ),
  });
}

export function useUpdateInfo() {
  return useMutation({
    mutationFn: onceForInput('shipmentAdmin.updateShipment', (input: UpdateShipmentInfo, context) =>
      trpc.shipmentAdmin.updateShipment.mutate(input, { context }),
    ),
  });
}
