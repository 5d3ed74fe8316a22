{{- /*
The Deployment of one kind of process: name, component, group, queues, program, replicas (none: something else decides),
port (of the API), opsPort, resources, tmpSize, preStopSeconds, readiness and liveness.
*/ -}}
{{- define "shop.process" -}}
{{- $values := .root.Values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .name }}
  labels: {{ include "shop.labels" . | nindent 4 }}
spec:
  {{- with .replicas }}
  replicas: {{ . }}
  {{- end }}
  # The next one works before the last one ends.
  strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
  selector:
    matchLabels: {{ include "shop.selector" . | nindent 6 }}
  template:
    metadata: {{ include "shop.podMetadata" . | nindent 6 }}
    spec:
      {{- include "shop.podOptions" .root | nindent 6 }}
      terminationGracePeriodSeconds: {{ add (int $values.config.SHUTDOWN_SECONDS) (int (.preStopSeconds | default 0)) 10 }}
      topologySpreadConstraints:
        {{- range $values.topologySpread }}
        - topologyKey: {{ .topologyKey }}
          whenUnsatisfiable: {{ .whenUnsatisfiable }}
          maxSkew: {{ .maxSkew | default 1 }}
          labelSelector:
            matchLabels: {{ include "shop.selector" $ | nindent 14 }}
          # Of one version: a rollout does not count the pods that it replaces.
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      containers:
        - name: {{ .component }}
          image: {{ include "shop.image" .root | quote }}
          imagePullPolicy: {{ $values.image.pullPolicy }}
          {{- include "shop.command" . | nindent 10 }}
          env: {{ include "shop.environment" . | nindent 12 }}
          ports:
            {{- with .port }}
            - { name: http, containerPort: {{ . }} }
            {{- end }}
            - { name: ops, containerPort: {{ .opsPort }} }
          # It listens once it has loaded its code and reached the stores, which may take their time.
          startupProbe:
            tcpSocket: { port: ops }
            periodSeconds: 2
            failureThreshold: 60
          readinessProbe:
            httpGet: {{ toJson .readiness }}
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 3
          livenessProbe:
            {{- toYaml .liveness | nindent 12 }}
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          {{- with .preStopSeconds }}
          lifecycle: { preStop: { exec: { command: [sleep, {{ . | quote }}] } } }
          {{- end }}
          resources: {{ toYaml .resources | nindent 12 }}
          {{- include "shop.confinement" . | nindent 10 }}
          volumeMounts: [{ name: tmp, mountPath: /tmp }]
      volumes: [{ name: tmp, emptyDir: { sizeLimit: {{ .tmpSize | default "256Mi" }} } }]
{{- end -}}
