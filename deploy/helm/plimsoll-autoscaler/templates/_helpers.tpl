{{/* Gates of all parts: the one of the proposal, and those that values name. */}}
{{- define "autoscaler.gates" -}}
{{- $gates := list -}}
{{- if .Values.podLevelResources }}{{ $gates = append $gates "PodLevelResources=true" }}{{ end -}}
{{- with .Values.featureGates }}{{ $gates = append $gates . }}{{ end -}}
{{- join "," $gates -}}
{{- end }}

{{/* A Deployment: root, part (the values), name, container, port, args, and what the admission part mounts. */}}
{{- define "autoscaler.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .name }}
  namespace: {{ .root.Release.Namespace }}
  labels: {app: {{ .name }}}
spec:
  replicas: {{ .part.replicas }}
  selector:
    matchLabels: {app: {{ .name }}}
  template:
    metadata:
      labels: {app: {{ .name }}}
      {{- with .part.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ .name }}
      {{- include "autoscaler.pod" .root | nindent 6 }}
      {{- with .part.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .part.topologySpreadConstraints }}
      topologySpreadConstraints:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
      - name: {{ .container }}
        {{- include "autoscaler.image" .root | nindent 8 }}
        args:
        - autoscaler
        - {{ .container }}
        {{- range .args }}
        - {{ . | quote }}
        {{- end }}
        {{- with include "autoscaler.gates" .root }}
        - {{ printf "--feature-gates=%s" . | quote }}
        {{- end }}
        - {{ printf "--vpa-object-namespace=%s" .root.Values.vpaObjectNamespace | quote }}
        {{- with .part.extraArgs }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        env:
        - name: NAMESPACE
          valueFrom: {fieldRef: {fieldPath: metadata.namespace}}
        resources:
          {{- toYaml .part.resources | nindent 10 }}
        ports:
        - {name: metrics, containerPort: {{ .port }}}
        {{- if .webhookPort }}
        - {name: webhook, containerPort: {{ .webhookPort }}}
        {{- end }}
        livenessProbe:
          httpGet: {path: /health-check, port: metrics}
          initialDelaySeconds: 30
        readinessProbe:
          httpGet: {path: /health-check, port: metrics}
        volumeMounts:
        - {name: tmp, mountPath: /tmp}
        {{- if .tlsSecret }}
        - {name: tls-certs, mountPath: /etc/tls-certs, readOnly: true}
        {{- end }}
      volumes:
      - name: tmp
        emptyDir: {}
      {{- if .tlsSecret }}
      - name: tls-certs
        secret:
          secretName: {{ .tlsSecret }}
      {{- end }}
{{- end }}

{{/* What all pods of the chart have. */}}
{{- define "autoscaler.pod" -}}
securityContext:
  {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* What all containers of the chart have. */}}
{{- define "autoscaler.image" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  {{- toYaml .Values.securityContext | nindent 2 }}
{{- end }}

{{/* The job that keeps the certificates, as a pod template. */}}
{{- define "autoscaler.certificates" -}}
metadata:
  labels: {app: vpa-certificates}
spec:
  serviceAccountName: vpa-certificates
  restartPolicy: OnFailure
  {{- include "autoscaler.pod" . | nindent 2 }}
  containers:
  - name: certificates
    {{- include "autoscaler.image" . | nindent 4 }}
    args:
    - autoscaler
    - certificates
    - {{ printf "--namespace=%s" .Release.Namespace | quote }}
    - {{ printf "--secret=%s" .Values.certificates.secret | quote }}
    - {{ printf "--service=%s" .Values.admission.service | quote }}
    resources:
      requests: {cpu: 50m, memory: 128Mi}
      limits: {memory: 256Mi}
    volumeMounts:
    - {name: tmp, mountPath: /tmp}
  volumes:
  - name: tmp
    emptyDir: {}
{{- end }}
