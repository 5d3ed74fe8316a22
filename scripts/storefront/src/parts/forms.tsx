import { createContext, type ComponentChildren, type JSX } from "preact";
import { useContext } from "preact/hooks";
import type { ShopError } from "../../../client/src/index";
import { say } from "../language";
import { HttpStatus } from "../shop.states";
import { useAct } from "../useLoad";

const Refused = createContext<ShopError | undefined>(undefined);

/** The field that a refusal of the input names, and the reason. */
function faultOf(error: ShopError | undefined): { field: string; reason: string } | undefined {
  const [, field, reason] = (error?.code === 400 && /^([\w.]+)(?:: |：)(.*)$/s.exec(error.msg)) || [];
  return field !== undefined && reason !== undefined ? { field, reason } : undefined;
}

/**
 * A form whose refusal stands beside the field that it names, or above the button.
 * @param fields the names of its fields, as the interface has them
 */
export function Form(props: {
  fields: readonly string[];
  submit: string;
  send: (valueOf: (name: string) => string) => Promise<unknown>;
  children: ComponentChildren;
}) {
  const { fields, submit, send, children } = props;
  const { busy, error, act } = useAct();
  const fault = faultOf(error);
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        void act(() => send((name) => String(given.get(name) ?? "")));
      }}
    >
      <Refused.Provider value={error}>{children}</Refused.Provider>
      {!(fault && fields.includes(fault.field)) && <Refusal error={error} />}
      <button type="submit" class="first" disabled={busy}>
        {submit}
      </button>
    </form>
  );
}

type Given = Pick<JSX.HTMLAttributes, "id" | "aria-invalid" | "aria-describedby"> & { name: string };

/** A field of a form with the shop's reason beside it, when it refuses this one. */
export function Field(props: {
  name: string;
  label: string;
  input?: JSX.InputHTMLAttributes;
  children?: (given: Given) => ComponentChildren;
}) {
  const { name, label, input, children } = props;
  const fault = faultOf(useContext(Refused));
  const isWrong = fault?.field === name;
  const given = {
    id: `f-${name}`,
    name,
    "aria-invalid": isWrong,
    ...(isWrong ? { "aria-describedby": `w-${name}` } : {}),
  };
  return (
    <div class="field">
      <label for={given.id}>{label}</label>
      {children ? children(given) : <input {...input} {...given} />}
      {isWrong && (
        <p class="wrong" id={`w-${name}`} role="alert">
          {fault.reason}
        </p>
      )}
    </div>
  );
}

/** Why an act was refused. */
export function Refusal({ error }: { error: ShopError | undefined }) {
  if (!error) return null;
  const text =
    error.status === HttpStatus.none
      ? say("The shop does not answer. Try again.", "商城暂时没有响应，请重试。")
      : error.msg;
  return (
    <p class="wrong" role="alert">
      {text}
    </p>
  );
}

/** One of a few, as rows. */
export function Choices<T extends string | number>(props: {
  label: string;
  options: readonly (readonly [T, ComponentChildren])[];
  chosen: T | undefined;
  choose: (one: T) => void;
}) {
  const { label, options, chosen, choose } = props;
  return (
    <div class="choices" role="radiogroup" aria-label={label}>
      {options.map(([one, title]) => (
        <label key={one} class="line">
          <span>{title}</span>
          <input type="radio" name={label} checked={one === chosen} onChange={() => choose(one)} />
        </label>
      ))}
    </div>
  );
}
