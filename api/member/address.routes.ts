import { z } from "zod";
import {
  createAddress,
  deleteAddress,
  findAddress,
  findDefaultAddress,
  listAddresses,
  memberErrors,
  updateAddress,
} from "#shared/domains/member/index.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { endpoint, member } from "#api/http/endpoint.js";
import {
  AddressBody,
  addressChanges,
  AddressCreateBody,
  addressInput,
  AddressUpdateBody,
  OwnerBody,
} from "./address.schemas.js";
import { addressView, AddressView } from "./address.views.js";

const create = endpoint({
  method: "post",
  path: "/app-api/member/address/create",
  access: member(),
  summary: "Creates an address and returns its id",
  input: { body: AddressCreateBody },
  output: Id,
  idempotent: "transaction",
  handle: ({ actor, body }) => createAddress(actor.memberId, addressInput(body)),
});

const update = endpoint({
  method: "post",
  path: "/app-api/member/address/update",
  access: member(),
  summary: "Updates the given fields of an address",
  input: { body: AddressUpdateBody },
  output: z.boolean(),
  handle: async ({ actor, body }) => {
    await updateAddress(actor.memberId, body.id, addressChanges(body));
    return true;
  },
});

const remove = endpoint({
  method: "post",
  path: "/app-api/member/address/delete",
  access: member(),
  summary: "Deletes an address",
  input: { body: AddressBody },
  output: z.boolean(),
  handle: async ({ actor, body }) => {
    await deleteAddress(actor.memberId, body.id);
    return true;
  },
});

const get = endpoint({
  method: "post",
  path: "/app-api/member/address/get",
  access: member(),
  summary: "Returns an address",
  input: { body: AddressBody },
  output: AddressView,
  handle: async ({ actor, body }) => {
    const address = await findAddress(actor.memberId, body.id);
    if (!address) throw memberErrors.AddressNotFound();
    return address;
  },
  view: addressView,
});

const list = endpoint({
  method: "post",
  path: "/app-api/member/address/list",
  access: member(),
  summary: "Lists the member's addresses, newest first",
  input: { body: OwnerBody },
  output: z.array(AddressView),
  handle: ({ actor }) => listAddresses(actor.memberId),
  view: (addresses) => addresses.map(addressView),
});

const getDefault = endpoint({
  method: "post",
  path: "/app-api/member/address/get-default",
  access: member(),
  summary: "Returns the default address, or null",
  input: { body: OwnerBody },
  output: AddressView.nullable(),
  handle: ({ actor }) => findDefaultAddress(actor.memberId),
  view: (address) => address && addressView(address),
});

export const addressEndpoints = [create, update, remove, get, list, getDefault];
